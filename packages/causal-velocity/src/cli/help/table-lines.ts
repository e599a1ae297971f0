/** For every command that reads a table. */
export const TABLE_LINES = `Reading the table (detected if not given)
  --delimiter D       comma, semicolon, tab, bar or blank
  --decimal D         point or comma
  --header, --no-header
  --missing A,B,...   more marks of a missing value, such as --missing=-999;
                      always: empty, NA, N/A, NaN, None, null, ?, - and .`;

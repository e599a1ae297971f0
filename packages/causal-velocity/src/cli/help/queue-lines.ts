/** For every command that uses the queue. */
export const QUEUE_LINES = `The queue, a PostgreSQL database
  needs: npm install causal-velocity @causal-velocity/queue

  --queue URL         postgres://USER:PASSWORD@HOST:PORT/DATABASE; TLS as in
                      ?sslmode=verify-full&sslrootcert=FILE
  --queue @FILE       the same, from the first line of a file: others on the
                      machine can see a password on the command line
                      default: the variable CAUSAL_VELOCITY_QUEUE, or PGHOST,
                      PGUSER, PGPASSWORD and PGDATABASE`;

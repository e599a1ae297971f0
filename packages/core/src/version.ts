/** The version of all packages of the project; a test compares it with each package.json. */
export const version = "0.1.0";

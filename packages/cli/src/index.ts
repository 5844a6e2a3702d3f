/** Exports nothing: this package is a command. Programs take `@fencepost/core`. */
export {};

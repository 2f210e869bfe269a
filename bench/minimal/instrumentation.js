// Without one of its own, the build takes the console's.
export function register() {}

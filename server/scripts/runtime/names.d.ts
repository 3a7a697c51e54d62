/** Names of all methods of the Groovy runtime. */
export const methodNames: ReadonlySet<string>
/** Static methods and properties by class name. */
export const staticNames: Readonly<Record<string, readonly string[]>>

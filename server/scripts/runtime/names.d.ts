/** Names of all methods of the Groovy runtime. */
export const methodNames: ReadonlySet<string>
/** Static methods and properties by class name. */
export const staticNames: Readonly<Record<string, readonly string[]>>
/** Whether values of a table (see `tables.js`) have a method with that number of arguments. */
export function hasMethod(table: string, name: string, count: number): boolean

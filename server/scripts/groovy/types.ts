/** Types of the subset by their written name, with the name that the runtime knows. */
export const typeNames: ReadonlyMap<string, string> = new Map([
  ['def', 'Object'],
  ['var', 'Object'],
  ['Object', 'Object'],
  ['void', 'Object'],
  ['int', 'int'],
  ['long', 'long'],
  ['double', 'double'],
  ['boolean', 'boolean'],
  ['Integer', 'Integer'],
  ['Long', 'Long'],
  ['Double', 'Double'],
  ['Boolean', 'Boolean'],
  ['BigDecimal', 'BigDecimal'],
  ['BigInteger', 'BigInteger'],
  ['Number', 'Number'],
  ['String', 'String'],
  ['GString', 'String'],
  ['CharSequence', 'CharSequence'],
  ['List', 'List'],
  ['ArrayList', 'List'],
  ['LinkedList', 'List'],
  ['Collection', 'Collection'],
  ['Iterable', 'Collection'],
  ['Map', 'Map'],
  ['HashMap', 'Map'],
  ['LinkedHashMap', 'Map'],
  ['Set', 'Set'],
  ['HashSet', 'Set'],
  ['LinkedHashSet', 'Set'],
  ['Closure', 'Closure'],
  ['Range', 'Range'],
  ['IntRange', 'Range'],
  ['JSONObject', 'JSONObject'],
  ['JSONArray', 'JSONArray'],
  ['JSON', 'JSON'],
])

/** Exception types with their parents. */
export const exceptionTypes: ReadonlyMap<string, string> = new Map([
  ['Throwable', ''],
  ['Exception', 'Throwable'],
  ['Error', 'Throwable'],
  ['AssertionError', 'Error'],
  ['RuntimeException', 'Exception'],
  ['ArithmeticException', 'RuntimeException'],
  ['IllegalArgumentException', 'RuntimeException'],
  ['NumberFormatException', 'IllegalArgumentException'],
  ['IllegalStateException', 'RuntimeException'],
  ['IndexOutOfBoundsException', 'RuntimeException'],
  ['StringIndexOutOfBoundsException', 'IndexOutOfBoundsException'],
  ['ArrayIndexOutOfBoundsException', 'IndexOutOfBoundsException'],
  ['NullPointerException', 'RuntimeException'],
  ['ClassCastException', 'RuntimeException'],
  ['GroovyCastException', 'ClassCastException'],
  ['UnsupportedOperationException', 'RuntimeException'],
  ['NoSuchElementException', 'RuntimeException'],
  ['ConcurrentModificationException', 'RuntimeException'],
  ['GroovyRuntimeException', 'RuntimeException'],
  ['MissingMethodException', 'GroovyRuntimeException'],
  ['MissingPropertyException', 'GroovyRuntimeException'],
  ['JSONException', 'RuntimeException'],
])

const packages = /^(?:java\.(?:lang|util|math)|cn\.hutool\.json)\./

/** The written name without a package that all scripts have. */
export const withoutPackage = (name: string): string => name.replace(packages, '')

export const isType = (name: string): boolean =>
  typeNames.has(withoutPackage(name)) || exceptionTypes.has(withoutPackage(name))

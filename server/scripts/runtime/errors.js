// Exceptions of scripts. Types and messages follow Java and Groovy, because scripts show them.

/** Parents of exception types; `groovy/types.ts` lists those that a script can name. */
const parents = {
  __proto__: null,
  Exception: 'Throwable',
  Error: 'Throwable',
  AssertionError: 'Error',
  PowerAssertionError: 'AssertionError',
  StackOverflowError: 'Error',
  RuntimeException: 'Exception',
  ArithmeticException: 'RuntimeException',
  IllegalArgumentException: 'RuntimeException',
  NumberFormatException: 'IllegalArgumentException',
  IllegalFormatConversionException: 'IllegalArgumentException',
  IllegalStateException: 'RuntimeException',
  IndexOutOfBoundsException: 'RuntimeException',
  StringIndexOutOfBoundsException: 'IndexOutOfBoundsException',
  ArrayIndexOutOfBoundsException: 'IndexOutOfBoundsException',
  NullPointerException: 'RuntimeException',
  ClassCastException: 'RuntimeException',
  GroovyCastException: 'ClassCastException',
  UnsupportedOperationException: 'RuntimeException',
  NoSuchElementException: 'RuntimeException',
  ConcurrentModificationException: 'RuntimeException',
  GroovyRuntimeException: 'RuntimeException',
  MissingMethodException: 'GroovyRuntimeException',
  MissingPropertyException: 'GroovyRuntimeException',
  JSONException: 'RuntimeException',
}
const packages = {
  __proto__: null,
  PowerAssertionError: 'org.codehaus.groovy.runtime.powerassert.',
  GroovyCastException: 'org.codehaus.groovy.runtime.typehandling.',
  MissingMethodException: 'groovy.lang.',
  MissingPropertyException: 'groovy.lang.',
  GroovyRuntimeException: 'groovy.lang.',
  IllegalFormatConversionException: 'java.util.',
  NoSuchElementException: 'java.util.',
  ConcurrentModificationException: 'java.util.',
  JSONException: 'cn.hutool.json.',
}

/** An exception that a script can catch by its type. `message` may be null, as in Java. */
export class ScriptError extends Error {
  constructor(type, message, cause = null) {
    super(message ?? '')
    this.type = type
    this.text = message
    this.origin = cause
  }

  className() {
    return `${packages[this.type] ?? 'java.lang.'}${this.type}`
  }

  toText() {
    const name = this.className()
    return this.text === null ? name : `${name}: ${this.text}`
  }
}

export const fail = (type, message) => {
  throw new ScriptError(type, message)
}
export const failNull = (what) => fail('NullPointerException', `Cannot ${what} on null object`)
export const failIndex = (message) => fail('IndexOutOfBoundsException', message)

export function isException(error, type) {
  for (let each = error.type; each !== undefined; each = parents[each]) if (each === type) return true
  return false
}

/** Turns what JavaScript threw into an exception of the script. Out of memory is not one: no script can handle it. */
export function caught(error) {
  if (error instanceof ScriptError) return error
  const message = String(error && error.message)
  if (message === 'out of memory') throw error
  const own =
    message === 'stack overflow' || message === 'Maximum call stack size exceeded'
      ? new ScriptError('StackOverflowError', null)
      : new ScriptError('RuntimeException', message)
  own.stack = error.stack
  return own
}

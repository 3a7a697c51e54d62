import { mappingLimits } from '../limits.ts'

/** A JSON value without parts. */
export type Literal = string | number | boolean | null

/**
 * One step into a payload: a key of an object, an index of an array (from the end if negative), or the first item that
 * matches.
 */
export type PathStep =
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'index'; readonly index: number }
  | { readonly kind: 'find'; readonly path: readonly PathStep[]; readonly equals: Literal }

/** Reads a value out of a parsed payload; `undefined` if the path does not exist there. Never throws. */
export type ReadPath = (root: unknown) => unknown

/** Result of `parsePath`: the steps, or the problem with its position in the text. */
export type ParsedPath =
  | { readonly steps: readonly PathStep[]; readonly problem?: undefined }
  | { readonly problem: string; readonly at: number }

/**
 * Parses a path such as `ENERGY.Power`, `values[2].v`, `values[?id=="Channel1.Press1.Speed"].v` or
 * `"key.with.dots"[-1]`. Keys may have any script and may contain spaces; keys with `.`, brackets or quotes are written
 * in quotes. The empty path is the whole payload. Returns a problem with its character position if the text is no path.
 */
export function parsePath(source: string): ParsedPath {
  if (source.length > mappingLimits.pathLength) return { problem: 'too long', at: mappingLimits.pathLength }
  try {
    return { steps: new PathParser(source).readWhole() }
  } catch (cause) {
    if (cause instanceof PathError) return { problem: cause.message, at: cause.at }
    throw cause
  }
}

/** Writes a path in the form that `parsePath` reads. */
export function formatPath(steps: readonly PathStep[]): string {
  return steps.map((step, index) => formatStep(step, index === 0)).join('')
}

function formatStep(step: PathStep, isFirst: boolean): string {
  switch (step.kind) {
    case 'key':
      return `${isFirst ? '' : '.'}${isPlainKey(step.key) ? step.key : JSON.stringify(step.key)}`
    case 'index':
      return `[${step.index}]`
    case 'find':
      return `[?${formatPath(step.path)}==${JSON.stringify(step.equals)}]`
  }
}

const isPlainKey = (key: string): boolean => key !== '' && key.trim() === key && !/[.[\]"'=\\\p{Cc}]/u.test(key)

/**
 * Indexes of arrays by one field of their items, shared by all paths of a mapping: a message of 1,000 items and 1,000
 * points is read in one pass. An index is built once for each array; `clear` releases the last message.
 */
export class ItemIndexes {
  readonly #slots = new Map<string, { array: readonly unknown[] | null; items: Map<unknown, unknown> }>()

  /** Returns a function that finds the first item whose field has a value. */
  createFinder(path: readonly PathStep[], equals: Literal): (array: readonly unknown[]) => unknown {
    const read = compileSteps(path, this)
    const name = formatPath(path)
    const slot = this.#slots.get(name) ?? { array: null, items: new Map<unknown, unknown>() }
    this.#slots.set(name, slot)
    return (array) => {
      if (array.length <= fewItems) return array.find((item) => read(item) === equals)
      if (slot.array !== array) {
        slot.items.clear()
        slot.array = array
        for (const item of array) {
          const value = read(item)
          if (!slot.items.has(value)) slot.items.set(value, item)
        }
      }
      return slot.items.get(equals)
    }
  }

  clear(): void {
    for (const slot of this.#slots.values()) {
      if (slot.array === null) continue
      slot.array = null
      slot.items.clear()
    }
  }
}

const fewItems = 8

/** Compiles a path. Throws a RangeError if the text is no path. */
export function compilePath(source: string, indexes: ItemIndexes = new ItemIndexes()): ReadPath {
  const parsed = parsePath(source)
  if (parsed.problem !== undefined) throw new RangeError(`"${source}" is not a path: ${parsed.problem}`)
  return compileSteps(parsed.steps, indexes)
}

/** Compiles parsed steps. */
export function compileSteps(steps: readonly PathStep[], indexes: ItemIndexes): ReadPath {
  const [first, second, ...rest] = steps.map((step) => compileStep(step, indexes))
  if (first === undefined) return (root) => root
  if (second === undefined) return first
  if (rest.length === 0) return (root) => second(first(root))
  return (root) => {
    let value = second(first(root))
    for (const step of rest) value = step(value)
    return value
  }
}

function compileStep(step: PathStep, indexes: ItemIndexes): ReadPath {
  switch (step.kind) {
    case 'key':
      return compileKey(step.key)
    case 'index': {
      const { index } = step
      return (value) => (Array.isArray(value) ? value.at(index) : undefined)
    }
    case 'find': {
      const find = indexes.createFinder(step.path, step.equals)
      return (value) => (Array.isArray(value) ? find(value) : undefined)
    }
  }
}

/**
 * Only own keys count. The check is skipped where no inherited key has the name, because it costs more than the read.
 */
function compileKey(key: string): ReadPath {
  if (key in Object.prototype) return (value) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined)
  return (value) => (isObject(value) ? value[key] : undefined)
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

class PathError extends Error {
  readonly at: number

  constructor(message: string, at: number) {
    super(message)
    this.at = at
  }
}

class PathParser {
  readonly #source: string
  #at = 0

  constructor(source: string) {
    this.#source = source
  }

  readWhole(): PathStep[] {
    const steps = this.#readSteps(/[.[\]"'\\]/)
    if (this.#at < this.#source.length) throw this.#fail('unexpected character')
    return steps
  }

  /** `reserved`: characters that an unquoted key cannot contain. */
  #readSteps(reserved: RegExp): PathStep[] {
    const steps: PathStep[] = []
    for (;;) {
      const next = this.#peek()
      if (next === '[') steps.push(this.#readBracket())
      else if (next === '"' || next === "'") steps.push({ kind: 'key', key: this.#readQuoted() })
      else if (next !== '' && !reserved.test(next)) steps.push({ kind: 'key', key: this.#readPlain(reserved) })
      else if (steps.length === 0 && this.#at === 0 && next === '') return steps
      else throw this.#fail('a key is missing')
      if (steps.length > mappingLimits.pathSteps) throw this.#fail('too many steps')
      if (this.#peek() === '[') continue
      if (this.#peek() !== '.') return steps
      this.#at++
    }
  }

  #readPlain(reserved: RegExp): string {
    const start = this.#at
    while (this.#peek() !== '' && !reserved.test(this.#peek())) this.#at++
    return this.#source.slice(start, this.#at)
  }

  #readBracket(): PathStep {
    this.#take('[')
    const next = this.#peek()
    if (next === '?') {
      this.#at++
      const path = this.#readSteps(/[.[\]"'=\\]/)
      this.#take('==')
      const equals = this.#readLiteral()
      this.#take(']')
      return { kind: 'find', path, equals }
    }
    if (next === '"' || next === "'") {
      const key = this.#readQuoted()
      this.#take(']')
      return { kind: 'key', key }
    }
    const digits = /^-?\d{1,9}(?=\])/.exec(this.#source.slice(this.#at))
    if (!digits) throw this.#fail('an index, a quoted key or ? is missing')
    this.#at += digits[0].length + 1
    return { kind: 'index', index: Number(digits[0]) }
  }

  #readLiteral(): Literal {
    const next = this.#peek()
    if (next === '"' || next === "'") return this.#readQuoted()
    const word = /^(?:true|false|null|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)(?=\])/.exec(this.#source.slice(this.#at))
    if (!word) throw this.#fail('a quoted text, a number, true, false or null is missing')
    this.#at += word[0].length
    const value: unknown = JSON.parse(/^-?0\d/.test(word[0]) ? String(Number(word[0])) : word[0])
    return typeof value === 'number' || typeof value === 'boolean' ? value : null
  }

  /** A backslash escapes a quote or a backslash; `\n`, `\t` and `\uXXXX` are as in JSON. */
  #readQuoted(): string {
    const quote = this.#peek()
    let text = ''
    for (this.#at++; this.#peek() !== quote; this.#at++) {
      const character = this.#peek()
      if (character === '') throw this.#fail('a quote is not closed')
      text += character === '\\' ? this.#readEscape() : character
    }
    this.#at++
    return text
  }

  #readEscape(): string {
    this.#at++
    const character = this.#peek()
    if (character === 'u') {
      const code = /^[0-9a-fA-F]{4}/.exec(this.#source.slice(this.#at + 1))
      if (!code) throw this.#fail('four hexadecimal digits are missing')
      this.#at += 4
      return String.fromCharCode(Number.parseInt(code[0], 16))
    }
    return escapes[character] ?? character
  }

  #peek(): string {
    return this.#source.charAt(this.#at)
  }

  #take(text: string): void {
    if (!this.#source.startsWith(text, this.#at)) throw this.#fail(`"${text}" is missing`)
    this.#at += text.length
  }

  #fail(message: string): PathError {
    return new PathError(message, this.#at)
  }
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' }

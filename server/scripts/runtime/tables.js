// Methods by type of their object and number of arguments. A name that is in no table cannot be called, whatever JavaScript calls it.

const maxArguments = 5
/** Names of all methods of all types: the compiler refuses others. */
export const methodNames = new Set()

/** Methods and properties of one type. */
export class Table {
  constructor(name, parent) {
    this.name = name
    /** Methods by number of arguments, then by name; each gets its object first. */
    this.methods = Array.from({ length: maxArguments + 1 }, (_, count) =>
      Object.assign(Object.create(null), parent?.methods[count]),
    )
    /** Methods with any number of arguments. */
    this.open = Object.assign(Object.create(null), parent?.open)
    this.properties = Object.assign(Object.create(null), parent?.properties)
    this.setters = Object.assign(Object.create(null), parent?.setters)
    this.getOther = parent?.getOther
    this.setOther = parent?.setOther
  }

  /** Declares a method with `min` to `max` arguments. */
  method(name, min, max, body) {
    methodNames.add(name)
    for (let count = min; count <= max; count++) this.methods[count][name] = body
    return this
  }

  any(name, body) {
    methodNames.add(name)
    this.open[name] = body
    return this
  }

  /** Several methods with the same number of arguments. */
  all(count, bodies) {
    for (const [name, body] of Object.entries(bodies)) this.method(name, count, count, body)
    return this
  }

  property(name, read, write) {
    this.properties[name] = read
    if (write) this.setters[name] = write
    return this
  }
}

export const tables = {
  null: new Table('NullObject'),
  boolean: new Table('Boolean'),
  text: new Table('String'),
  number: new Table('Number'),
  closure: new Table('Closure'),
  list: new Table('ArrayList'),
  map: new Table('LinkedHashMap'),
  set: new Table('LinkedHashSet'),
  range: new Table('IntRange'),
  entry: new Table('Entry'),
  matcher: new Table('Matcher'),
  error: new Table('Exception'),
  type: new Table('Class'),
}

/** Classes with static methods, by their name. */
export const statics = Object.create(null)

export class StaticClass {
  constructor(name) {
    this.$t = new Table(name)
    this.$text = `class ${name}`
  }
}

/** Methods without their object, by number of arguments. Rest parameters would make each call three times as slow. */
const withoutOwner = [
  (body) => () => body(),
  (body) => (_, a) => body(a),
  (body) => (_, a, b) => body(a, b),
  (body) => (_, a, b, c) => body(a, b, c),
  (body) => (_, a, b, c, d) => body(a, b, c, d),
]

/** Declares a class with static methods: `fixed` have their number of arguments in their length, `open` take any. */
export function defineStatic(name, values, fixed, open = {}) {
  const owner = new StaticClass(name)
  for (const [key, value] of Object.entries(values)) owner.$t.property(key, () => value)
  for (const [key, body] of Object.entries(fixed)) {
    const min = body.length
    const max = Math.max(min, body.max ?? min)
    owner.$t.method(key, min, max, min === max ? withoutOwner[min](body) : (_, ...args) => body(...args))
  }
  for (const [key, body] of Object.entries(open)) owner.$t.any(key, (_, ...args) => body(...args))
  statics[name] = owner
  return owner
}

/** Names of static methods and properties by class, for the compiler. */
export const listStatics = () => ({
  // Without inherited names such as `constructor`.
  __proto__: null,
  ...Object.fromEntries(
    Object.entries(statics).map(([name, { $t }]) => [
      name,
      [
        ...new Set([
          ...$t.methods.flatMap((each) => Object.keys(each)),
          ...Object.keys($t.open),
          ...Object.keys($t.properties),
        ]),
      ],
    ]),
  ),
})

const names = ['daily', 'full'] as const

/** Extent of the tests: `daily`, or `full` with `TEST_COUNTS=full`, which takes much longer. */
const chosen = (() => {
  const selected = process.env['TEST_COUNTS'] || 'daily'
  const found = names.find((name) => name === selected)
  if (found === undefined) throw new Error(`TEST_COUNTS must be ${names.join(' or ')}`)
  return found
})()

/** Returns the count of this run. The daily count must still detect every defect its test covers. */
export const count = (counts: Readonly<Record<(typeof names)[number], number>>): number => counts[chosen]

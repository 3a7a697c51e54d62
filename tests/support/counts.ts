const names = ['daily', 'full'] as const

/** How much the tests try: `daily` unless `TEST_COUNTS=full`, which takes much longer, is set. */
const chosen = (() => {
  const given = process.env['TEST_COUNTS'] || 'daily'
  const found = names.find((name) => name === given)
  if (found === undefined) throw new Error(`TEST_COUNTS must be ${names.join(' or ')}`)
  return found
})()

/** The count of this run. The daily one must still catch every defect that its test is for. */
export const count = (counts: Readonly<Record<(typeof names)[number], number>>): number => counts[chosen]

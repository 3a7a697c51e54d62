/**
 * A number with fixed places, rounded as it is written: a half goes away from zero, and 1.005 is a half, though its binary
 * fraction lies below one. The only rule of rounding there is: what an expression rounds and what a text shows agree.
 */
export function fixed(value: number, places: number): string {
  const size = Math.abs(value)
  const scaled = size * 10 ** places
  // Farther from a half than binary noise reaches, the built-in rounding of the binary fraction comes to the same.
  if (!(Math.abs(scaled % 1 - 0.5) <= scaled * noise) || size >= 1e21) return value.toFixed(places)
  return (value < 0 ? '-' : '') + onPaper(String(size), places)
}

/** The same as a number; never -0. */
export function rounded(value: number, places: number): number {
  return Number.isFinite(value) ? Number(fixed(value, places)) + 0 : value
}

/** Generous: the fraction and the product above are each rounded by half a unit in the last place. */
const noise = 2 ** -51

/** Rounds the digits of a number that is not negative, as one does on paper. */
function onPaper(written: string, places: number): string {
  const [mantissa = '', exponent = '0'] = written.split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  const over = fraction.length - Number(exponent) - places
  const number = BigInt(whole + fraction)
  const kept = over > 0 ? (number + 5n * 10n ** BigInt(over - 1)) / 10n ** BigInt(over) : number * 10n ** BigInt(-over)
  const digits = String(kept).padStart(places + 1, '0')
  const point = digits.length - places
  return places > 0 ? `${digits.slice(0, point)}.${digits.slice(point)}` : digits
}

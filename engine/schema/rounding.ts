/**
 * Formats a number with fixed decimal places, rounding its decimal notation: halves are rounded away from zero, and
 * 1.005 counts as a half although its binary fraction is smaller. Expressions and displayed texts both use it, so that
 * they agree.
 */
export function formatFixed(value: number, places: number): string {
  const size = Math.abs(value)
  const scaled = size * 10 ** places
  // Away from a half by more than binary noise, `toFixed` gives the same result.
  if (!(Math.abs((scaled % 1) - 0.5) <= scaled * noise) || size >= 1e21) return value.toFixed(places)
  return (value < 0 ? '-' : '') + onPaper(String(size), places)
}

/**
 * Formats a measured value with fixed decimal places. Values whose digits do not fit are written with an exponent, as
 * fixed places would be wrong: from 10^15, where a number has no exact digits, and far below the last place.
 */
export function formatValue(value: number, places: number): string {
  const size = Math.abs(value)
  if (size >= tooLarge) return formatExponent(value)
  const isTiny = size > noiseLimit && size * 10 ** places < tinyShare
  return isTiny ? formatExponent(value) : formatFixed(value, places)
}

/** Writes a number with an exponent and up to six significant digits: `1.23457e19`. */
export function formatExponent(value: number): string {
  const [mantissa = '', exponent = ''] = value.toExponential(5).split('e')
  return `${Number(mantissa)}e${exponent.replace('+', '')}`
}

const tooLarge = 1e15
/** Share of the last place below which a value is of another magnitude, not rounded to 0. */
const tinyShare = 1e-3
/** Remainders of calculations such as 0.1 + 0.2 - 0.3 count as 0. */
const noiseLimit = 1e-12

/** Like `fixed`, but returns a number; never -0. */
export function roundTo(value: number, places: number): number {
  return Number.isFinite(value) ? Number(formatFixed(value, places)) + 0 : value
}

/** Generous bound: the fraction and the product are each rounded by half a unit in the last place. */
const noise = 2 ** -51

/** Rounds the digits of a non-negative number in decimal arithmetic. */
function onPaper(written: string, places: number): string {
  const [mantissa = '', exponent = '0'] = written.split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  const over = fraction.length - Number(exponent) - places
  const number = BigInt(whole + fraction)
  const roundedDigits =
    over > 0 ? (number + 5n * 10n ** BigInt(over - 1)) / 10n ** BigInt(over) : number * 10n ** BigInt(-over)
  const digits = String(roundedDigits).padStart(places + 1, '0')
  const point = digits.length - places
  return places > 0 ? `${digits.slice(0, point)}.${digits.slice(point)}` : digits
}

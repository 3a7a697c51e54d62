import { withPointCount } from '@mimic/engine'
import { WholeNumber } from './WholeNumber.tsx'

interface PointCountProps {
  readonly id: string
  /** Flat x, y shares of the box; undefined: several components differ. */
  readonly value: readonly number[] | undefined
  /** In which the shares are, so that pieces are as long as they look. */
  readonly box: { readonly width: number; readonly height: number }
  /** An area: three points at least, and a last piece back to where it begins. */
  readonly isClosed: boolean
  readonly isOff: boolean
  readonly onChange: (value: readonly number[]) => void
}

/** As many corners as a field of points holds. */
const mostPoints = 256

/** How many points a line has. Another number adds points along it or takes those out that matter least, once it is whole: 12 begins with 1. */
export function PointCount({ id, value, box, isClosed, isOff, onChange }: PointCountProps) {
  const count = value ? value.length / 2 : null
  return (
    <WholeNumber
      id={id} min={isClosed ? 3 : 2} max={mostPoints} precision={0} value={count} isOff={isOff || count === null}
      onChange={(wished) => { if (value) onChange(resized(value, wished, box, isClosed)) }}
    />
  )
}

function resized(shares: readonly number[], count: number, { width, height }: PointCountProps['box'], isClosed: boolean): readonly number[] {
  const [wide, tall] = [Math.max(1, width), Math.max(1, height)]
  const path = Array.from({ length: shares.length / 2 }, (_, index) => ({ x: (shares[2 * index] ?? 0) * wide, y: (shares[2 * index + 1] ?? 0) * tall }))
  return withPointCount(path, count, isClosed).flatMap(({ x, y }) => [fine(x / wide), fine(y / tall)])
}

/** As the editor on the drawing writes them. */
const fine = (share: number): number => Math.round(share * 1e8) / 1e8

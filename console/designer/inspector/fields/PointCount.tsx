import { withPointCount } from '@mimic/engine'
import { WholeNumber } from './WholeNumber.tsx'

interface PointCountProps {
  readonly id: string
  /** Coordinates as flat list x, y, relative to the box; undefined if several components differ. */
  readonly value: readonly number[] | undefined
  /** Size of the box, to compare segment lengths as displayed. */
  readonly box: { readonly width: number; readonly height: number }
  /** Area: needs at least three points and has a closing segment. */
  readonly isClosed: boolean
  readonly isOff: boolean
  readonly onChange: (value: readonly number[]) => void
}

/** Maximum number of points in a field. */
const maxPoints = 256

/**
 * Number of points of a line. A larger number inserts points along it, a smaller one removes the least significant.
 * Written when the number is complete, because 12 starts with 1.
 */
export function PointCount({ id, value, box, isClosed, isOff, onChange }: PointCountProps) {
  const count = value ? value.length / 2 : null
  return (
    <WholeNumber
      id={id}
      min={isClosed ? 3 : 2}
      max={maxPoints}
      precision={0}
      value={count}
      isOff={isOff || count === null}
      onChange={(newCount) => {
        if (value) onChange(resized(value, newCount, box, isClosed))
      }}
    />
  )
}

function resized(
  shares: readonly number[],
  count: number,
  { width, height }: PointCountProps['box'],
  isClosed: boolean,
): readonly number[] {
  const [wide, tall] = [Math.max(1, width), Math.max(1, height)]
  const path = Array.from({ length: shares.length / 2 }, (_, index) => ({
    x: (shares[2 * index] ?? 0) * wide,
    y: (shares[2 * index + 1] ?? 0) * tall,
  }))
  return withPointCount(path, count, isClosed).flatMap(({ x, y }) => [fine(x / wide), fine(y / tall)])
}

/** Rounded as in the canvas editor. */
const fine = (share: number): number => Math.round(share * 1e8) / 1e8

import type { AnyComponentType } from '../../components/define.ts'
import type { FieldValue } from '../../schema/index.ts'
import type { TextStyle } from './brush.ts'
import type { Frame } from './inheritedState.ts'

/** Mirroring of a component along its own axes. */
export type Flips = Pick<Frame, 'flipX' | 'flipY'>

/**
 * Whether a component is painted mirrored. Some types, such as charts, ignore mirroring to stay readable. Used by both
 * stage and SVG output.
 */
export function isMirrored(
  { flipX, flipY }: Flips,
  type: AnyComponentType | undefined,
  props: Readonly<Record<string, FieldValue>>,
): boolean {
  return (flipX || flipY) && !type?.fieldsWithoutEffect?.(props).includes('flipX')
}

/** Returns the text style for a mirrored component: the alignment is swapped, the glyphs stay readable. */
export function mirrorTextStyle<Style extends Pick<TextStyle, 'align' | 'valign'>>(
  style: Style,
  { flipX, flipY }: Flips,
): Style {
  const { align = 'left', valign = 'middle' } = style
  const [side, end] = [flipX ? otherSide[align] : align, flipY ? otherEnd[valign] : valign]
  return side === align && end === valign ? style : { ...style, align: side, valign: end }
}

const otherSide = { left: 'right', center: 'center', right: 'left' } as const
const otherEnd = { top: 'bottom', middle: 'middle', bottom: 'top' } as const

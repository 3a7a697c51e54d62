import { cssFill, type GradientStops, writeGradient } from '@mimic/engine/schema'
import type { PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'

interface GradientBarProps {
  readonly stops: GradientStops
  readonly isOff: boolean
  /** Called when a stop is dragged; `at` is its position (0 to 1), limited by its neighbours. */
  readonly onMove: (index: number, at: number) => void
  /** Called on a click between stops; `at` is the position (0 to 1). */
  readonly onAdd: (at: number) => void
}

/**
 * Gradient preview with a handle per stop. Dragging moves a stop, clicking adds one. For the pointer only; the rows
 * below offer the same by keyboard.
 */
export function GradientBar({ stops, isOff, onMove, onAdd }: GradientBarProps) {
  const { t } = useTranslation('designer')
  const handlePress = (event: PointerEvent<HTMLSpanElement>): void => {
    if (isOff || event.button !== 0 || !event.isPrimary) return
    const bar = event.currentTarget
    const box = bar.getBoundingClientRect()
    const getShare = ({ clientX }: { readonly clientX: number }): number =>
      rounded(Math.max(0, Math.min(1, (clientX - box.left) / box.width)))
    const pressed = event.target instanceof HTMLElement ? event.target.dataset['stop'] : undefined
    if (pressed === undefined) return onAdd(getShare(event))
    const index = Number(pressed)
    const [from, to] = [stops[index - 1]?.at ?? 0, stops[index + 1]?.at ?? 1]
    const release = new AbortController()
    bar.setPointerCapture(event.pointerId)
    const follow = (moved: globalThis.PointerEvent): void =>
      onMove(index, Math.max(from, Math.min(to, getShare(moved))))
    bar.addEventListener('pointermove', follow, { signal: release.signal })
    for (const end of ['pointerup', 'pointercancel', 'lostpointercapture'])
      bar.addEventListener(end, () => release.abort(), { signal: release.signal })
  }
  return (
    <span
      className="gradient-bar"
      role="img"
      aria-label={t('gradient.bar')}
      title={t('gradient.bar')}
      onPointerDown={handlePress}
    >
      <span style={{ background: cssFill(writeGradient({ kind: 'linear', angleDeg: 0, stops })) }} />
      {/* The index identifies a stop: two stops may be equal. */}
      {stops.map(({ color, at }, index) => (
        <i key={index} data-stop={index} style={{ left: `${at * 100}%`, background: color }} />
      ))}
    </span>
  )
}

const rounded = (share: number): number => Math.round(share * 100) / 100

import { type Gradient, type GradientStop, type GradientStops, maxStops, shadeAt, toStops } from '@mimic/engine/schema'
import { CloseOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, InputNumber, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { ColorButton } from './ColorButton.tsx'
import { GradientBar } from './GradientBar.tsx'
import { shortHex } from './hex.ts'

interface GradientFormProps {
  readonly gradient: Gradient
  readonly label: string
  readonly isOff: boolean
  /** Called with a gradient, or with a plain colour to remove it. */
  readonly onChange: (value: Gradient | string) => void
}

/** Kind, direction, preview and stops of a gradient. */
export function GradientForm({ gradient, label, isOff, onChange }: GradientFormProps) {
  const { t } = useTranslation('designer')
  const { stops } = gradient
  const angleDeg = gradient.kind === 'linear' ? gradient.angleDeg : 90
  const rebuild = (kind: 'linear' | 'radial', list: GradientStops, angle: number): Gradient =>
    kind === 'linear' ? { kind, angleDeg: angle, stops: list } : { kind, stops: list }
  const restop = (list: readonly GradientStop[]): void => {
    const next = toStops(list)
    if (next) onChange(rebuild(gradient.kind, next, angleDeg))
  }
  const change = (index: number, part: Partial<GradientStop>): void =>
    restop(stops.map((stop, i) => (i === index ? { ...stop, ...part } : stop)))
  return (
    <span className="gradient-field" role="group" aria-label={label}>
      <span className="gradient-row">
        <Select<'plain' | 'linear' | 'radial'>
          size="small"
          disabled={isOff}
          value={gradient.kind}
          aria-label={t('gradient.kind')}
          options={[
            { value: 'plain', label: t('gradient.plain') },
            { value: 'linear', label: t('gradient.linear') },
            { value: 'radial', label: t('gradient.radial') },
          ]}
          onChange={(kind) => onChange(kind === 'plain' ? stops[0].color : rebuild(kind, stops, angleDeg))}
        />
        {gradient.kind === 'linear' && (
          <InputNumber
            size="small"
            disabled={isOff}
            min={0}
            max={360}
            suffix="°"
            controls={false}
            changeOnWheel={false}
            value={gradient.angleDeg}
            aria-label={t('gradient.angle')}
            onChange={(next) => {
              if (next !== null) onChange(rebuild('linear', stops, next))
            }}
          />
        )}
      </span>
      <GradientBar
        stops={stops}
        isOff={isOff}
        onMove={(index, at) => change(index, { at })}
        onAdd={(at) => {
          if (stops.length < maxStops) restop(moveStop(stops, at))
        }}
      />
      {stops.map((stop, index) => (
        // The index is the key, because two stops may be equal.
        <span key={index} className="gradient-row">
          <ColorButton
            value={stop.color}
            label={t('gradient.color', { number: index + 1 })}
            isOff={isOff}
            onChange={(color) => change(index, { color })}
          />
          <code>{shortHex(stop.color)}</code>
          <InputNumber
            size="small"
            disabled={isOff}
            suffix="%"
            controls={false}
            changeOnWheel={false}
            precision={1}
            aria-label={t('gradient.place', { number: index + 1 })}
            min={percent(stops[index - 1]?.at ?? 0)}
            max={percent(stops[index + 1]?.at ?? 1)}
            value={percent(stop.at)}
            formatter={(value) => String(Number(value))}
            onChange={(next) => {
              if (next !== null) change(index, { at: next / 100 })
            }}
          />
          <Button
            type="text"
            size="small"
            icon={<CloseOutlined aria-hidden />}
            disabled={isOff || stops.length === 2}
            aria-label={t('gradient.remove', { number: index + 1 })}
            onClick={() => restop(stops.filter((_, i) => i !== index))}
          />
        </span>
      ))}
      <Button
        type="dashed"
        size="small"
        icon={<PlusOutlined aria-hidden />}
        disabled={isOff || stops.length === maxStops}
        onClick={() => restop(addStop(stops))}
      >
        {t('gradient.add')}
      </Button>
    </span>
  )
}

const percent = (share: number): number => Math.round(share * 1000) / 10

/** Adds a stop in the middle of the largest gap, with the colour the gradient has there. */
function addStop(stops: GradientStops): readonly GradientStop[] {
  let widest = 0
  for (let i = 0; i + 1 < stops.length; i++) if (getGapAfter(stops, i) > getGapAfter(stops, widest)) widest = i
  return moveStop(stops, ((stops[widest]?.at ?? 0) + (stops[widest + 1]?.at ?? 1)) / 2)
}

/** Adds a stop at a position, with the colour the gradient has there. */
function moveStop(stops: GradientStops, at: number): readonly GradientStop[] {
  const before = stops.filter((stop) => stop.at <= at)
  return [...before, { color: shadeAt(stops, at), at }, ...stops.slice(before.length)]
}

const getGapAfter = (stops: GradientStops, index: number): number =>
  (stops[index + 1]?.at ?? 1) - (stops[index]?.at ?? 0)

import type { Gradient } from '@mimic/engine/schema'
import { InputNumber, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { ColorButton } from './ColorButton.tsx'

interface GradientFormProps {
  readonly gradient: Gradient
  readonly label: string
  readonly isOff: boolean
  /** A plain colour ends the gradient. */
  readonly onChange: (value: Gradient | string) => void
}

/** A gradient's kind, colours and direction. */
export function GradientForm({ gradient, label, isOff, onChange }: GradientFormProps) {
  const { t } = useTranslation('designer')
  const { from, to } = gradient
  const angleDeg = gradient.kind === 'linear' ? gradient.angleDeg : 90
  const rebuild = (kind: 'linear' | 'radial', change: Partial<{ from: string; to: string; angleDeg: number }>): Gradient => {
    const next = { from, to, angleDeg, ...change }
    return kind === 'linear' ? { kind, ...next } : { kind, from: next.from, to: next.to }
  }
  const change = (part: Partial<{ from: string; to: string; angleDeg: number }>): void => onChange(rebuild(gradient.kind, part))
  return (
    <span className="gradient-field" role="group" aria-label={label}>
      <Select<'plain' | 'linear' | 'radial'>
        size="small" disabled={isOff} value={gradient.kind} aria-label={t('gradient.kind')}
        options={[{ value: 'plain', label: t('gradient.plain') }, { value: 'linear', label: t('gradient.linear') }, { value: 'radial', label: t('gradient.radial') }]}
        onChange={(kind) => onChange(kind === 'plain' ? from : rebuild(kind, {}))}
      />
      <ColorButton value={from} label={t('gradient.from')} isOff={isOff} onChange={(color) => change({ from: color })} />
      <ColorButton value={to} label={t('gradient.to')} isOff={isOff} onChange={(color) => change({ to: color })} />
      {gradient.kind === 'linear' && (
        <InputNumber
          size="small" disabled={isOff} min={0} max={360} suffix="°" controls={false} changeOnWheel={false} value={gradient.angleDeg} aria-label={t('gradient.angle')}
          onChange={(next) => { if (next !== null) change({ angleDeg: next }) }}
        />
      )}
    </span>
  )
}

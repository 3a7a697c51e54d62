import { type ColorField, endToEnd, readGradient, writeGradient } from '@mimic/engine/schema'
import { useTranslation } from 'react-i18next'
import type { FieldEditorProps } from '../parts/fieldEditorProps.ts'
import { ColorButton } from './ColorButton.tsx'
import { GradientForm } from './GradientForm.tsx'
import { shortHex } from './hex.ts'

interface ColorEditorProps extends FieldEditorProps {
  readonly field: ColorField
}

/** Editor of a colour or, where the field allows it, of a gradient. */
export function ColorEditor({ field, value, label, isOff, onChange }: ColorEditorProps) {
  const { t } = useTranslation('designer')
  const gradient = typeof value === 'string' ? readGradient(value) : undefined
  if (gradient)
    return (
      <GradientForm
        gradient={gradient}
        isOff={isOff ?? false}
        label={label ?? ''}
        onChange={(next) => onChange(typeof next === 'string' ? next : writeGradient(next))}
      />
    )
  return (
    <span className="color-field">
      <ColorButton
        value={typeof value === 'string' ? value : null}
        label={label}
        isOff={isOff ?? false}
        onChange={onChange}
      />
      <code>{typeof value === 'string' ? shortHex(value) : t('inspector.mixed')}</code>
      {field.gradient && typeof value === 'string' && (
        <button
          type="button"
          className="link-button"
          disabled={isOff ?? false}
          aria-label={t('gradient.makeOf', { words: label })}
          onClick={() => onChange(writeGradient({ kind: 'linear', angleDeg: 90, stops: endToEnd(value, '#ffffffff') }))}
        >
          {t('gradient.make')}
        </button>
      )}
    </span>
  )
}

import { Button, InputNumber, Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ManualEnd, nextPoint } from './manualEnd.ts'
import { ManualEndFields } from './ManualEndFields.tsx'

/** Levels in percent that a lamp or loop has; an empty one is not changed. */
export interface OverrideLevels {
  readonly dimming?: number
  readonly dimming2?: number
  readonly colorTemperature?: number
}

interface OverrideFormProps {
  /** `isOn`: a circuit that only switches. */
  readonly parts: readonly (keyof OverrideLevels | 'isOn')[]
  readonly project: string
  readonly isBusy: boolean
  readonly onSend: (levels: OverrideLevels, end: ManualEnd) => void
}

/** Sets one lamp or loop manually, with an end and a reason. */
export function OverrideForm({ parts, project, isBusy, onSend }: OverrideFormProps) {
  const { t } = useTranslation('lighting')
  const [levels, setLevels] = useState<OverrideLevels>({})
  const [end, setEnd] = useState(nextPoint)
  return (
    <form
      className="lighting-override"
      aria-label={t('manual.title')}
      onSubmit={(event) => {
        event.preventDefault()
        onSend(levels, end)
      }}
    >
      {parts.map((part) => (
        <div key={part} className="lighting-part">
          <span>{t(`manual.${part}`)}</span>
          {part === 'isOn' ? (
            <Segmented<number>
              aria-label={t(`manual.${part}`)}
              value={levels.dimming ?? -1}
              options={[
                { value: 100, label: t('on') },
                { value: 0, label: t('off') },
              ]}
              onChange={(dimming) => setLevels({ dimming })}
            />
          ) : (
            <InputNumber<number>
              aria-label={t(`manual.${part}`)}
              min={0}
              max={100}
              precision={0}
              suffix="%"
              changeOnWheel={false}
              value={levels[part] ?? null}
              onChange={(level) => {
                const { [part]: _before, ...rest } = levels
                setLevels(level === null ? rest : { ...rest, [part]: level })
              }}
            />
          )}
        </div>
      ))}
      <ManualEndFields value={end} project={project} onChange={setEnd} />
      <Button htmlType="submit" loading={isBusy} disabled={Object.keys(levels).length === 0}>
        {t('send')}
      </Button>
    </form>
  )
}

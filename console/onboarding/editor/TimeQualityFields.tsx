import { useTranslation } from 'react-i18next'
import { type MappingPoint, timeFormats } from '../../../contract/mapping/index.ts'
import { ChoiceField, TextField, WordsField } from './Fields.tsx'

type Time = NonNullable<MappingPoint['time']>
type Quality = NonNullable<MappingPoint['quality']>

interface TimeQualityFieldsProps {
  readonly time: Time | undefined
  readonly quality: Quality | undefined
  readonly isDisabled: boolean
  readonly onTime: (time: Time | undefined) => void
  readonly onQuality: (quality: Quality | undefined) => void
}

const scales = ['words', 'opcDa', 'opcUa'] as const

/** Where a message carries time stamp and quality. Without a path, the time of receipt and good quality count. */
export function TimeQualityFields({ time, quality, isDisabled, onTime, onQuality }: TimeQualityFieldsProps) {
  const { t } = useTranslation('onboarding')
  return (
    <div className="onboarding-grid">
      <TextField
        label={t('convert.timePath')}
        isDisabled={isDisabled}
        placeholder={t('convert.timeOfReceipt')}
        value={time?.path}
        onChange={(path) => onTime(path === undefined ? undefined : { ...time, path })}
      />
      {time && (
        <>
          <ChoiceField
            label={t('convert.timeFormat')}
            isDisabled={isDisabled}
            value={time.format ?? 'auto'}
            options={timeFormats.map((value) => ({ value, label: t(`convert.timeFormats.${value}`) }))}
            onChange={(format) => onTime({ ...time, format })}
          />
          <TextField
            label={t('convert.zone')}
            isDisabled={isDisabled}
            placeholder={t('convert.projectZone')}
            value={time.zone}
            onChange={(zone) => onTime({ ...time, zone })}
          />
        </>
      )}
      <TextField
        label={t('convert.qualityPath')}
        isDisabled={isDisabled}
        placeholder={t('convert.alwaysGood')}
        value={quality?.path}
        onChange={(path) => onQuality(path === undefined ? undefined : { ...quality, path })}
      />
      {quality && (
        <>
          <ChoiceField
            label={t('convert.scale')}
            isDisabled={isDisabled}
            value={quality.scale ?? 'words'}
            options={scales.map((value) => ({ value, label: t(`convert.scales.${value}`) }))}
            onChange={(scale) => onQuality({ ...quality, scale })}
          />
          {(quality.scale ?? 'words') === 'words' && (
            <>
              <WordsField
                label={t('convert.goodWords')}
                isDisabled={isDisabled}
                placeholder={t('convert.goodExample')}
                value={quality.good}
                onChange={(good) => onQuality({ ...quality, good: good && [...good] })}
              />
              <WordsField
                label={t('convert.uncertainWords')}
                isDisabled={isDisabled}
                value={quality.uncertain}
                onChange={(uncertain) => onQuality({ ...quality, uncertain: uncertain && [...uncertain] })}
              />
            </>
          )}
        </>
      )}
    </div>
  )
}

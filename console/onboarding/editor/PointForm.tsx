import { DeleteOutlined } from '@ant-design/icons'
import { Button, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Mapping, MappingPoint } from '../../../contract/mapping/index.ts'
import { CommandForm } from './CommandForm.tsx'
import { ConversionForm } from './ConversionForm.tsx'
import { Labelled, TextField } from './Fields.tsx'
import { type PointSource, removeAt, replaceAt } from './edits.ts'
import { TimeQualityFields } from './TimeQualityFields.tsx'

interface PointFormProps {
  readonly mapping: Mapping
  readonly point: MappingPoint
  readonly isDisabled: boolean
  readonly onChange: (point: MappingPoint) => void
}

/** Sources, conversion, time stamp, quality and command of a point. */
export function PointForm({ mapping, point, isDisabled, onChange }: PointFormProps) {
  const { t } = useTranslation('onboarding')
  return (
    <div className="onboarding-point" role="group" aria-label={t('points.formOf', { point: point.point })}>
      <h3>{t('convert.source')}</h3>
      <div className="onboarding-grid">
        <TextField
          label={t('points.point')}
          isDisabled={isDisabled}
          value={point.point}
          onChange={(next = '') => onChange({ ...point, point: next })}
        />
      </div>
      <SourceRows
        mapping={mapping}
        sources={point.sources}
        isDisabled={isDisabled}
        onChange={(sources) => onChange({ ...point, sources })}
      />
      <h3>{t('convert.title')}</h3>
      <ConversionForm
        point={point}
        isDisabled={isDisabled}
        onChange={(conversion) => onChange({ ...point, conversion })}
      />
      <h3>{t('convert.timeAndQuality')}</h3>
      <TimeQualityFields
        time={point.time}
        quality={point.quality}
        isDisabled={isDisabled}
        onTime={(time) => onChange({ ...point, time })}
        onQuality={(quality) => onChange({ ...point, quality })}
      />
      <h3>{t('command.title')}</h3>
      <CommandForm
        mapping={mapping}
        point={point}
        isDisabled={isDisabled}
        onChange={(command) => onChange({ ...point, command })}
      />
    </div>
  )
}

interface SourceRowsProps {
  readonly mapping: Mapping
  readonly sources: readonly PointSource[]
  readonly isDisabled: boolean
  readonly onChange: (sources: PointSource[]) => void
}

/** Topics and paths. An empty path is the whole payload. */
function SourceRows({ mapping, sources, isDisabled, onChange }: SourceRowsProps) {
  const { t } = useTranslation('onboarding')
  const [first] = mapping.topics
  return (
    <Labelled label={t('convert.sources')}>
      {sources.map((source, index) => (
        <span key={index} className="onboarding-pair">
          <Select<string>
            size="small"
            aria-label={t('convert.sourceTopic', { number: index + 1 })}
            disabled={isDisabled}
            value={source.topic}
            options={mapping.topics.map(({ id, topic }) => ({ value: id, label: topic }))}
            onChange={(topic) => onChange(replaceAt(sources, index, { ...source, topic }))}
          />
          <Input
            size="small"
            className="editor-code"
            aria-label={t('convert.sourcePath', { number: index + 1 })}
            placeholder={t('convert.wholePayload')}
            disabled={isDisabled}
            value={source.path}
            onChange={({ target }) => onChange(replaceAt(sources, index, { ...source, path: target.value }))}
          />
          <Button
            type="text"
            size="small"
            disabled={isDisabled}
            icon={<DeleteOutlined aria-hidden />}
            aria-label={t('convert.removeSource', { number: index + 1 })}
            onClick={() => onChange(removeAt(sources, index))}
          />
        </span>
      ))}
      <span>
        <Button
          size="small"
          disabled={isDisabled || !first}
          onClick={() => first && onChange([...sources, { topic: first.id, path: '' }])}
        >
          {t('convert.addSource')}
        </Button>
      </span>
    </Labelled>
  )
}

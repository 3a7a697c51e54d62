import { Button, Collapse } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Mapping } from '../../../contract/mapping/index.ts'
import { PointTable } from '../PointTable.tsx'
import type { Preview } from '../preview.ts'
import { addEmptyPoint, addEmptyTopic, changeTopicAt, removeTopicAt } from './edits.ts'
import { TopicForm } from './TopicForm.tsx'

interface DefinitionFormProps {
  readonly mapping: Mapping
  readonly preview: Preview
  /** Key of the device whose values are shown. */
  readonly device: string | null
  readonly isDisabled: boolean
  readonly onChange: (mapping: Mapping) => void
}

/** Topics and points of a mapping as a form, with the values of the last message beside the points. */
export function DefinitionForm({ mapping, preview, device, isDisabled, onChange }: DefinitionFormProps) {
  const { t } = useTranslation('onboarding')
  return (
    <>
      <section aria-label={t('topics.title')}>
        <h3>{t('topics.title')}</h3>
        <Collapse
          size="small"
          items={mapping.topics.map((topic, index) => ({
            key: index,
            label: <code className="onboarding-code">{topic.topic || '–'}</code>,
            children: (
              <TopicForm
                topic={topic}
                isDisabled={isDisabled}
                onChange={(next) => onChange(changeTopicAt(mapping, index, next))}
                onRemove={() => onChange(removeTopicAt(mapping, index))}
              />
            ),
          }))}
        />
        <Button size="small" disabled={isDisabled} onClick={() => onChange(addEmptyTopic(mapping))}>
          {t('topics.add')}
        </Button>
      </section>
      <section aria-label={t('points.title')}>
        <h3>{t('points.title')}</h3>
        <PointTable mapping={mapping} preview={preview} device={device} onChange={isDisabled ? null : onChange} />
        <Button
          size="small"
          disabled={isDisabled || mapping.topics.length === 0}
          onClick={() => onChange(addEmptyPoint(mapping))}
        >
          {t('points.add')}
        </Button>
      </section>
    </>
  )
}

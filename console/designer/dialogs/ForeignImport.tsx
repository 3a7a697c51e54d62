import { catalog } from '@mimic/engine/catalog'
import { drawingLimits } from '@mimic/engine/document'
import { importAny } from '@mimic/engine/imports'
import type { Imported } from '@mimic/engine/imports'
import type { Parsed, Problem } from '@mimic/engine/schema'
import { Alert, Checkbox, Modal, Radio, Select } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '../../kit/text/useLocalized.ts'
import { insertInView } from '../actions/insertInView.ts'
import { useDesigner } from '../context.ts'
import { Row } from '../inspector/parts/Row.tsx'
import { FindingList } from './FindingList.tsx'
import { ProblemList } from './ProblemList.tsx'

interface ForeignImportProps {
  readonly file: string
  readonly text: string
  readonly onClose: () => void
}

type As = 'components' | 'picture'

/** Preview of a file of another program: lists the importable parts, then imports them as one undo step. */
export function ForeignImport({ file, text, onClose }: ForeignImportProps) {
  const { drawing, dialogState } = useDesigner()
  const { t } = useTranslation('designer')
  const localize = useLocalized()
  const [as, setAs] = useState<As>('components')
  const [view, setView] = useState<string | null>(null)
  const [views, setViews] = useState<readonly string[]>([])
  const [hasAllViews, setAllViews] = useState(false)
  const [isAdded, setAdded] = useState(drawing.document.size > 0)
  const [isRebound, setRebound] = useState(true)
  const [read, setRead] = useState<Parsed<Imported> | null>(null)
  const [refused, setRefused] = useState<readonly Problem[]>([])

  useEffect(() => {
    let isOver = false
    const options = {
      as,
      limits: drawingLimits,
      ...(view !== null && { view }),
      ...(hasAllViews && { allViews: true }),
      ...(isAdded && { group: getName(file) }),
    }
    void importAny(text, catalog, options).then((next) => {
      if (isOver) return
      setRead(next)
      if (view === null && !hasAllViews && next.value) setViews(readViews(next.value))
    })
    return () => {
      isOver = true
    }
  }, [text, file, as, view, hasAllViews, isAdded])

  const { value } = read ?? {}
  const report = value?.report
  const handleImport = (): void => {
    if (!value) return
    const result = isAdded
      ? insertInView(drawing, value.drawing)
      : drawing.runWithResult('import', { drawing: { ...value.drawing, name: drawing.name } })
    if (!result.ok) return setRefused(result.problems)
    if (!isAdded) drawing.editor?.view.fit()
    onClose()
    if (isRebound && value.report.tags.length > 0)
      dialogState.openDialog({ kind: 'rebind', ids: isAdded ? result.created : undefined, isPasted: true })
  }
  const count = report?.mapped.reduce((sum, each) => sum + each.count, 0) ?? 0

  return (
    <Modal
      open
      width={640}
      title={t('import.title', { file })}
      okText={t('import.do')}
      okButtonProps={{ disabled: !value }}
      onOk={handleImport}
      onCancel={onClose}
      className="designer-dialog import-dialog"
    >
      {read?.problems && (
        <Alert
          type="error"
          showIcon
          title={t('import.refused')}
          description={<ProblemList problems={read.problems} />}
        />
      )}
      {report && (
        <>
          <p>{t('import.recognised', { source: t(`import.source.${report.source}`), number: count })}</p>
          {report.source === 'svg' && (
            <Row label={t('import.as')}>
              <Radio.Group
                value={as}
                onChange={(event) => setAs(event.target.value === 'picture' ? 'picture' : 'components')}
                options={[
                  { value: 'components', label: t('import.components') },
                  { value: 'picture', label: t('import.picture') },
                ]}
              />
            </Row>
          )}
          {views.length > 1 && (
            <Row label={t('import.view')} htmlFor="import-view">
              <Select
                id="import-view"
                className="wide"
                disabled={hasAllViews}
                value={view ?? views[0] ?? null}
                options={views.map((name) => ({ value: name, label: name }))}
                onChange={(name: string) => setView(name)}
              />
              <Checkbox checked={hasAllViews} onChange={(event) => setAllViews(event.target.checked)}>
                {t('import.allViews', { number: views.length })}
              </Checkbox>
            </Row>
          )}
          <Row label={t('import.where')}>
            <Radio.Group
              value={isAdded ? 'add' : 'replace'}
              onChange={(event) => setAdded(event.target.value === 'add')}
              options={[
                { value: 'add', label: t('import.add') },
                { value: 'replace', label: t('import.replace') },
              ]}
            />
          </Row>
          <h3>{t('import.mapped')}</h3>
          <ul className="report-list">
            {report.mapped.map(({ what: subject, type, count: times }) => (
              <li key={`${subject} ${type}`}>
                <code>{subject}</code> {t('import.became', { number: times, type: typeWords(type) })}
              </li>
            ))}
          </ul>
          <FindingList
            findings={report.findings.filter(({ code }) => code !== 'view.other')}
            leftOut={report.leftOut}
          />
          {report.tags.length > 0 && (
            <Checkbox checked={isRebound} onChange={(event) => setRebound(event.target.checked)}>
              {t('import.rebind', { number: report.tags.length })}
            </Checkbox>
          )}
        </>
      )}
      {refused.length > 0 && (
        <Alert type="error" showIcon title={t('import.notTaken')} description={<ProblemList problems={refused} />} />
      )}
    </Modal>
  )

  function typeWords(type: string): string {
    const words = catalog.get(type)?.words
    return words ? localize(words) : type
  }
}

/** Name of the drawing, from the file name. */
const getName = (file: string): string => file.replace(/\.[^.]+$/, '')

/** Names of the project's views, the imported one first. */
function readViews({ drawing, report }: Imported): string[] {
  return [
    drawing.name,
    ...report.findings.filter(({ code }) => code === 'view.other').map(({ what: subject }) => subject),
  ]
}

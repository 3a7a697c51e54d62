import { Alert, Form, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Entity, Row } from '../../contract/entity/define.ts'
import type { EntityValues, Words } from '../../contract/entity/field.ts'
import { readFields } from '../../contract/entity/read.ts'
import { useSay } from '../kit/useSay.ts'
import { CallFailure } from '../net/failure.ts'
import { useStores } from '../stores/root.ts'
import { FieldList } from './FieldList.tsx'
import { problemWords } from './problemWords.ts'
import { titleOf, valueOf } from './shape.ts'

interface MoveDialogProps {
  readonly entity: Entity
  readonly row: Row
  readonly move: string
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Asks what a move needs, or only whether it is meant, and makes it. */
export function MoveDialog({ entity, row, move, onClose, onDone }: MoveDialogProps) {
  const { entities, notices } = useStores()
  const { t } = useTranslation('crud')
  const say = useSay()
  const declared = entity.lifecycle?.moves[move]
  const fields = declared?.fields ?? {}
  const [values, setValues] = useState<EntityValues>(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, valueOf(row, name) ?? field.default])))
  const [problems, setProblems] = useState<Readonly<Record<string, Words>>>({})
  const [failure, setFailure] = useState<CallFailure | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function handleOk() {
    const read = readFields(fields, values)
    setProblems(Object.fromEntries((read.problems ?? []).map(({ path, words }) => [path, words])))
    setFailure(null)
    if (read.problems) return
    setBusy(true)
    try {
      await entities.of(entity).client.move(row.id, move, read.values, { quiet: true, headers: { repeatSubmit: false } })
      notices.post({ manner: 'success', words: declared?.done ?? { en: 'Done', zh: '操作成功' } })
      onDone()
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown
      setProblems(problemWords(thrown))
      setFailure(thrown)
    } finally {
      setBusy(false)
    }
  }

  if (!declared) return null
  return (
    <Modal
      open title={`${say(declared.words)} · ${titleOf(entity, row)}`} okText={say(declared.words)} cancelText={t('cancel')} confirmLoading={isBusy} width={520}
      onOk={() => void handleOk()} onCancel={onClose}
    >
      <Form layout="vertical" className="modal-form crud-form">
        {failure && <Alert className="form-alert" type="error" showIcon role="alert" title={say(failure.words)} />}
        {declared.confirm && <p>{say(declared.confirm)}</p>}
        <FieldList
          fields={Object.entries(fields)} values={values} problems={problems} project={row.project} titles={row.titles}
          onChange={(name, value) => setValues((present) => ({ ...present, [name]: value }))}
        />
      </Form>
    </Modal>
  )
}

import { readAngle } from '@mimic/engine/commands'
import { Input, type InputRef, Modal, Radio } from 'antd'
import { observer } from 'mobx-react-lite'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocalized } from '../../kit/text/useLocalized.ts'
import { unlocked } from '../actions/selectionFilters.ts'
import { useDesigner } from '../context.ts'
import { rejectionMessages, formatRejection } from '../session/rejectionMessages.ts'

/** Rotates the selection by an angle, or each component to it. Rejects invalid numbers with a message. */
export const AngleDialog = observer(function AngleDialog() {
  const { session, dialogState } = useDesigner()
  const { t } = useTranslation('designer')
  const localize = useLocalized()
  const field = useRef<InputRef>(null)
  const [typed, setTyped] = useState('45')
  const [how, setHow] = useState<'byDeg' | 'toDeg'>('byDeg')
  const [fault, setFault] = useState('')
  const handleOk = (): void => {
    const words = rejectionMessages['command.angle']
    if (readAngle(typed) === undefined) return refuse(words ? localize(words) : '')
    const result = session.runWithResult('rotate', { ids: unlocked(session.document, session.selected), [how]: typed })
    if (!result.ok) return refuse(localize(formatRejection(result, session.document)))
    dialogState.close()
    session.editor?.stage.canvas.focus()
  }
  const refuse = (words: string): void => {
    setFault(words)
    field.current?.focus()
  }
  return (
    <Modal
      open
      width={340}
      title={t('angle.title')}
      okText={t('angle.do')}
      onOk={handleOk}
      onCancel={() => dialogState.close()}
      className="designer-dialog angle-dialog"
    >
      <Radio.Group
        value={how}
        aria-label={t('angle.how')}
        onChange={(event) => setHow(event.target.value === 'toDeg' ? 'toDeg' : 'byDeg')}
        options={[
          { value: 'byDeg', label: t('angle.by') },
          { value: 'toDeg', label: t('angle.to') },
        ]}
      />
      <Input
        ref={field}
        autoFocus
        inputMode="decimal"
        suffix="°"
        aria-label={t('angle.angle')}
        value={typed}
        status={fault ? 'error' : ''}
        aria-invalid={fault !== ''}
        onFocus={(event) => event.target.select()}
        onPressEnter={handleOk}
        onChange={(event) => {
          setTyped(event.target.value)
          setFault('')
        }}
      />
      <p className={fault ? 'field-fault' : 'panel-hint flush'} role={fault ? 'alert' : undefined}>
        {fault || t('angle.hint')}
      </p>
    </Modal>
  )
})

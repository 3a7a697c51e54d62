import { Button, Modal } from 'antd'
import { writeDrawing } from '@mimic/engine/document'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../../kit/text/formatTime.ts'
import { useDesigner } from '../context.ts'
import { saveDrawing } from '../saveDrawing.ts'

/** Offers to restore or discard a draft found in this browser. */
export const DraftDialog = observer(function DraftDialog() {
  const { store, dialogState } = useDesigner()
  const { t } = useTranslation('designer')
  const [problem, setProblem] = useState('')
  const { offer } = store
  if (!offer) return null
  const isBehind = offer.revision < store.revision
  const handleRestore = (): void => {
    const [first] = store.restore(offer, (drawing, symbol) => void dialogState.reopenSymbol(drawing, symbol))
    if (first) setProblem(`${first.path}: ${first.message}`)
  }
  return (
    <Modal
      open
      centered
      closable={false}
      mask={{ closable: false }}
      keyboard={false}
      width={480}
      title={t('draft.title')}
      footer={[
        <Button key="discard" danger type="text" onClick={() => store.discard(offer)}>
          {t('draft.discard')}
        </Button>,
        <Button key="file" onClick={() => saveDrawing(offer.drawing.name, writeDrawing(offer.drawing))}>
          {t('draft.file')}
        </Button>,
        <Button key="restore" type="primary" autoFocus onClick={handleRestore}>
          {t('draft.restore')}
        </Button>,
      ]}
    >
      <p>{t('draft.text', { time: formatTime(offer.at), revision: offer.revision })}</p>
      {offer.symbol && <p>{t('draft.symbol', { name: offer.symbol.drawing.name })}</p>}
      {isBehind && <p>{t('draft.behind', { revision: store.revision })}</p>}
      {problem && (
        <p role="alert">
          {t('draft.broken')} <code>{problem}</code>
        </p>
      )}
    </Modal>
  )
})

import { Button, Modal } from 'antd'
import { useDesigner } from '../context.ts'
import { useTranslation } from 'react-i18next'
import type { Importing } from '../actions/useImport.ts'
import { ForeignImport } from './ForeignImport.tsx'
import { ProblemList } from './ProblemList.tsx'

/** Dialogs of an import: preview of another program's file, add or replace, reasons of a rejection. */
export function ImportDialogs({ importing }: { readonly importing: Importing }) {
  const { t } = useTranslation('designer')
  const { drawing } = useDesigner()
  const { step } = importing
  const close = (): void => importing.close()
  if (!step) return null
  if (step.kind === 'foreign') return <ForeignImport file={step.file} text={step.text} onClose={close} />
  if (step.kind === 'own') {
    return (
      <Modal
        open
        width={520}
        title={t('import.title', { file: step.file })}
        onCancel={close}
        footer={[
          <Button key="cancel" onClick={close}>
            {t('import.cancel')}
          </Button>,
          <Button key="replace" danger onClick={() => importing.apply(step.text, 'replace')}>
            {t('import.replace')}
          </Button>,
          <Button key="add" type="primary" autoFocus onClick={() => importing.apply(step.text, 'add')}>
            {t('import.add')}
          </Button>,
        ]}
      >
        <p>{t('import.own', { number: drawing.document.size })}</p>
      </Modal>
    )
  }
  return (
    <Modal
      open
      width={520}
      title={t(step.kind === 'refused' ? 'import.refused' : 'import.warnings')}
      onCancel={close}
      footer={
        <Button type="primary" autoFocus onClick={close}>
          {t('import.understood')}
        </Button>
      }
    >
      <ProblemList problems={step.problems} />
    </Modal>
  )
}

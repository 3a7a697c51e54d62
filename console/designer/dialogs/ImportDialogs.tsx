import { Button, Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Importing } from '../actions/useImport.ts'
import { ForeignImport } from './ForeignImport.tsx'
import { ProblemList } from './ProblemList.tsx'

/** What importing a file has to say: a preview of another program's drawing, or why a file was refused. */
export function ImportDialogs({ importing }: { readonly importing: Importing }) {
  const { t } = useTranslation('designer')
  const { step } = importing
  const close = (): void => importing.close()
  if (!step) return null
  if (step.kind === 'foreign') return <ForeignImport file={step.file} text={step.text} onClose={close} />
  return (
    <Modal
      open width={520} title={t(step.kind === 'refused' ? 'import.refused' : 'import.warnings')} onCancel={close}
      footer={<Button type="primary" autoFocus onClick={close}>{t('import.understood')}</Button>}
    >
      <ProblemList problems={step.problems} />
    </Modal>
  )
}

import { ArrowLeftOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { useLinkClickHandler } from 'react-router-dom'
import { useDesigner } from '../context.ts'
import { ImportDialogs } from '../dialogs/ImportDialogs.tsx'
import { useImport } from '../actions/useImport.ts'
import { AlarmBell } from '../../app/shell/AlarmBell.tsx'
import { listPath } from '../../kit/drawing/drawingPaths.ts'
import { EditTools } from './EditTools.tsx'
import { FileMenu } from './FileMenu.tsx'
import { NameField } from './NameField.tsx'
import { RunAndSave } from './RunAndSave.tsx'
import { SaveStatus } from './SaveStatus.tsx'
import { ViewTools } from './ViewTools.tsx'

/** Top bar: back, name, edit, view, run and save. */
export const TopBar = observer(function TopBar() {
  const { dialogState } = useDesigner()
  const { t } = useTranslation('designer')
  const importing = useImport()
  const handleBack = useLinkClickHandler<HTMLElement>(listPath)
  return (
    <header className="designer-bar">
      <Tooltip title={t('bar.back')}>
        <Button
          type="text"
          href={listPath}
          aria-label={t('bar.back')}
          icon={<ArrowLeftOutlined aria-hidden />}
          onClick={handleBack}
        />
      </Tooltip>
      <NameField />
      {!dialogState.editing && <SaveStatus />}
      <EditTools />
      <span className="bar-gap" />
      <ViewTools />
      <FileMenu onFile={(file) => void importing.read(file)} />
      <AlarmBell isQuiet />
      <RunAndSave />
      <ImportDialogs importing={importing} />
    </header>
  )
})

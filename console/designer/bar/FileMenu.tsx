import {
  CopyOutlined,
  FileImageOutlined,
  HistoryOutlined,
  MoreOutlined,
  PictureOutlined,
  SaveOutlined,
} from '@ant-design/icons'
import { importers } from '@mimic/engine/imports'
import { Button, Dropdown } from 'antd'
import { observer } from 'mobx-react-lite'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { routes } from '../../../contract/routes.ts'
import { useStores } from '../../stores/root.ts'
import { Icon } from '../actions/Icon.tsx'
import { useDesigner } from '../context.ts'
import { usePictureExport } from '../actions/usePictureExport.ts'
import { saveDrawing } from '../saveDrawing.ts'
import { SaveAsDialog } from './SaveAsDialog.tsx'

/** Value of `accept` for the file dialog: all importable files. Some systems know only the media types. */
const acceptedFiles = [
  ...new Set(importers.flatMap(({ endings }) => endings)),
  'application/json',
  'image/svg+xml',
].join(',')

/** Menu to import, export, copy and save the drawing. */
export const FileMenu = observer(function FileMenu({ onFile }: { readonly onFile: (file: File) => void }) {
  const { store, session, drawing, dialogState } = useDesigner()
  const { session: account } = useStores()
  const { t } = useTranslation(['designer', 'revisions'])
  const [isSavingAs, setSavingAs] = useState(false)
  const { running: making, hasStage, make } = usePictureExport()
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <Dropdown
        trigger={['click']}
        autoFocus
        menu={{
          className: 'designer-menu',
          items: [
            {
              key: 'saveNote',
              icon: <SaveOutlined aria-hidden />,
              label: t('revisions:saveNote.menu'),
              onClick: () => dialogState.openDialog({ kind: 'saveNote' }),
              disabled:
                session !== drawing ||
                store.state !== 'unsaved' ||
                !account.may(routes['drawing.save'].policy, store.project),
            },
            {
              key: 'saveAs',
              icon: <CopyOutlined aria-hidden />,
              label: t('saveAs.open'),
              onClick: () => setSavingAs(true),
              disabled: session !== drawing || !account.may(routes['drawing.create'].policy, store.project),
            },
            {
              key: 'history',
              icon: <HistoryOutlined aria-hidden />,
              label: t('revisions:menu'),
              disabled: session !== drawing,
              onClick: () => dialogState.openDialog({ kind: 'history' }),
            },
            { key: 'line', type: 'divider' },
            {
              key: 'import',
              icon: <Icon name="import" />,
              label: t('bar.import'),
              disabled: session !== drawing,
              onClick: () => picker.current?.click(),
            },
            {
              key: 'export',
              icon: <Icon name="export" />,
              label: t('bar.export'),
              onClick: () => saveDrawing(drawing.name, store.text()),
            },
            {
              key: 'png',
              icon: <PictureOutlined aria-hidden />,
              label: t('bar.exportPng'),
              disabled: !hasStage,
              onClick: () => void make('png'),
            },
            {
              key: 'svg',
              icon: <FileImageOutlined aria-hidden />,
              label: t('bar.exportSvg'),
              onClick: () => void make('svg'),
            },
          ],
        }}
      >
        <Button
          type="text"
          aria-label={t('bar.more')}
          aria-haspopup="menu"
          title={t(making ? 'bar.exporting' : 'bar.more')}
          loading={making !== null}
          icon={<MoreOutlined aria-hidden />}
        />
      </Dropdown>
      {isSavingAs && <SaveAsDialog onClose={() => setSavingAs(false)} />}
      <input
        ref={picker}
        type="file"
        accept={acceptedFiles}
        hidden
        aria-label={t('bar.import')}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          if (file) onFile(file)
        }}
      />
    </>
  )
})

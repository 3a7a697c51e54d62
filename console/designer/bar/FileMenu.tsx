import { MoreOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { observer } from 'mobx-react-lite'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../actions/Icon.tsx'
import { useDesigner } from '../context.ts'
import { saveDrawing } from '../saveDrawing.ts'

/** What goes between the drawing and files. */
export const FileMenu = observer(function FileMenu({ onFile }: { readonly onFile: (file: File) => void }) {
  const { store, session, drawing } = useDesigner()
  const { t } = useTranslation('designer')
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <Dropdown
        trigger={['click']} autoFocus
        menu={{
          className: 'designer-menu',
          items: [
            { key: 'import', icon: <Icon name="import" />, label: t('bar.import'), disabled: session !== drawing, onClick: () => picker.current?.click() },
            { key: 'export', icon: <Icon name="export" />, label: t('bar.export'), onClick: () => saveDrawing(drawing.name, store.text()) },
          ],
        }}
      >
        <Button type="text" aria-label={t('bar.more')} aria-haspopup="menu" title={t('bar.more')} icon={<MoreOutlined aria-hidden />} />
      </Dropdown>
      <input
        ref={picker} type="file" accept=".json,.svg,.fuxap,application/json,image/svg+xml" hidden aria-label={t('bar.import')}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          if (file) onFile(file)
        }}
      />
    </>
  )
})

import { DownOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { useLocalized } from '../../kit/text/useLocalized.ts'
import { editions } from '../../stores/session/preferences.ts'
import { useStores } from '../../stores/root.ts'
import { editionFacts, getHomePath } from '../pages/editions.ts'

/** Shows the current edition and lets the user switch to another. */
export const EditionSwitch = observer(function EditionSwitch() {
  const { preferences } = useStores()
  const { t } = useTranslation('shell')
  const localize = useLocalized()
  const navigate = useNavigate()
  const { edition } = preferences
  if (edition === null) return null
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        selectedKeys: [edition],
        items: editions.map((one) => ({ key: one, label: localize(editionFacts[one].words) })),
        onClick: ({ key }) => {
          const chosen = editions.find((one) => one === key)
          if (chosen === undefined) return
          preferences.enter(chosen)
          void navigate(getHomePath(chosen))
        },
      }}
    >
      <Button
        type="text"
        className="shell-edition"
        aria-haspopup="menu"
        aria-label={t('edition.switch', { name: localize(editionFacts[edition].words) })}
      >
        <i className="shell-edition-mark" aria-hidden />
        {localize(editionFacts[edition].words)}
        <DownOutlined aria-hidden style={{ fontSize: 10 }} />
      </Button>
    </Dropdown>
  )
})

import { GlobalOutlined, MoonOutlined, SunOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { useStores } from '../stores/root.ts'

/** Language and theme, each one click away. The language button speaks the language it leads to. */
export const PreferenceSwitches = observer(function PreferenceSwitches() {
  const { preferences } = useStores()
  const { t } = useTranslation('shell')
  const isEnglish = preferences.language === 'en-us'
  const isLight = preferences.theme === 'light'
  const themeWords = t(isLight ? 'theme.toDark' : 'theme.toLight')
  return (
    <>
      <Button
        type="text" icon={<GlobalOutlined aria-hidden />} lang={isEnglish ? 'zh-CN' : 'en-US'}
        onClick={() => preferences.speak(isEnglish ? 'zh-cn' : 'en-us')}
      >
        {t('language.other')}
      </Button>
      <Tooltip title={themeWords}>
        <Button
          type="text" aria-label={themeWords} icon={isLight ? <MoonOutlined aria-hidden /> : <SunOutlined aria-hidden />}
          onClick={() => preferences.paint(isLight ? 'dark' : 'light')}
        />
      </Tooltip>
    </>
  )
})

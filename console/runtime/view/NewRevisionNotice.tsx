import { InfoCircleOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'

/** Notice that a newer revision is ready and waits until the operator has finished. */
export function NewRevisionNotice({ onShow }: { readonly onShow: () => void }) {
  const { t } = useTranslation('runtime')
  return (
    <div className="coming-notice" role="status">
      <InfoCircleOutlined aria-hidden /> <span>{t('coming.text')}</span>
      <Button size="small" onClick={onShow}>
        {t('coming.show')}
      </Button>
    </div>
  )
}

import { QRCode } from 'antd'
import { useTranslation } from 'react-i18next'

const sizePx = 188

/** QR code of the secret. Black on white in both themes, so that phones can scan it. A separate chunk. */
export function SecretPicture({ uri }: { readonly uri: string }) {
  const { t } = useTranslation('secondStep')
  return (
    <QRCode
      aria-label={t('picture')}
      value={uri}
      type="svg"
      size={sizePx}
      errorLevel="M"
      marginSize={2}
      color="#000000"
      bgColor="#ffffff"
    />
  )
}

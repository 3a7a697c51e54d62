import { QRCode } from 'antd'
import { useTranslation } from 'react-i18next'

const sizePx = 120

/**
 * QR code and text of `MIMIC_QRCODE`, configured by the operator of the server. Black on white in both themes,
 * otherwise phones cannot read it.
 */
export function AppCode({ text }: { readonly text: string }) {
  const { t } = useTranslation('signin')
  return (
    <figure className="sign-in-code">
      <QRCode
        aria-label={t('code.picture')}
        value={text}
        type="svg"
        size={sizePx}
        errorLevel="M"
        marginSize={2}
        color="#000000"
        bgColor="#ffffff"
      />
      <figcaption>
        <strong>{t('code.scan')}</strong>
        <span>{text}</span>
      </figcaption>
    </figure>
  )
}

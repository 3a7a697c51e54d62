import { QRCode } from 'antd'
import { useTranslation } from 'react-i18next'

const sizePx = 120

/** What the operator of this server wants phones to open (`MIMIC_QRCODE`), as a picture and in words: black on white in either theme, or no phone reads it. */
export function AppCode({ text }: { readonly text: string }) {
  const { t } = useTranslation('signin')
  return (
    <figure className="sign-in-code">
      <QRCode aria-label={t('code.picture')} value={text} type="svg" size={sizePx} errorLevel="M" marginSize={2} color="#000000" bgColor="#ffffff" />
      <figcaption>
        <strong>{t('code.scan')}</strong>
        <span>{text}</span>
      </figcaption>
    </figure>
  )
}

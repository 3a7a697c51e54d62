import { QRCode } from 'antd'
import { useTranslation } from 'react-i18next'

const sizePx = 188

/** The secret as a picture that an authenticator takes: black on white in either theme, or no phone reads it. A chunk of its own. */
export function SecretPicture({ uri }: { readonly uri: string }) {
  const { t } = useTranslation('secondStep')
  return <QRCode aria-label={t('picture')} value={uri} type="svg" size={sizePx} errorLevel="M" marginSize={2} color="#000000" bgColor="#ffffff" />
}

import 'dayjs/locale/zh-cn'

/** Texts of libraries in this language. */
export { default as antd } from 'antd/locale/zh_CN'
export const dayjs = 'zh-cn'

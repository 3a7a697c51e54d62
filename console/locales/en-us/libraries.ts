/** Texts of libraries in this language. */
export { default as antd } from 'antd/locale/en_US'
export const dayjs = 'en'

import type { Words } from '../../schema/index.ts'

/** The maps that come with the product (`public/maps/<value>.json`): the country and its 34 provinces. */
export const provinces = [
  { value: 'china', words: { en: 'China', zh: '中国' } },
  { value: 'anhui', words: { en: 'Anhui', zh: '安徽' } },
  { value: 'aomen', words: { en: 'Macao', zh: '澳门' } },
  { value: 'beijing', words: { en: 'Beijing', zh: '北京' } },
  { value: 'chongqing', words: { en: 'Chongqing', zh: '重庆' } },
  { value: 'fujian', words: { en: 'Fujian', zh: '福建' } },
  { value: 'gansu', words: { en: 'Gansu', zh: '甘肃' } },
  { value: 'guangdong', words: { en: 'Guangdong', zh: '广东' } },
  { value: 'guangxi', words: { en: 'Guangxi', zh: '广西' } },
  { value: 'guizhou', words: { en: 'Guizhou', zh: '贵州' } },
  { value: 'hainan', words: { en: 'Hainan', zh: '海南' } },
  { value: 'hebei', words: { en: 'Hebei', zh: '河北' } },
  { value: 'heilongjiang', words: { en: 'Heilongjiang', zh: '黑龙江' } },
  { value: 'henan', words: { en: 'Henan', zh: '河南' } },
  { value: 'hubei', words: { en: 'Hubei', zh: '湖北' } },
  { value: 'hunan', words: { en: 'Hunan', zh: '湖南' } },
  { value: 'jiangsu', words: { en: 'Jiangsu', zh: '江苏' } },
  { value: 'jiangxi', words: { en: 'Jiangxi', zh: '江西' } },
  { value: 'jilin', words: { en: 'Jilin', zh: '吉林' } },
  { value: 'liaoning', words: { en: 'Liaoning', zh: '辽宁' } },
  { value: 'neimenggu', words: { en: 'Inner Mongolia', zh: '内蒙古' } },
  { value: 'ningxia', words: { en: 'Ningxia', zh: '宁夏' } },
  { value: 'qinghai', words: { en: 'Qinghai', zh: '青海' } },
  { value: 'shaanxi', words: { en: 'Shaanxi', zh: '陕西' } },
  { value: 'shandong', words: { en: 'Shandong', zh: '山东' } },
  { value: 'shanghai', words: { en: 'Shanghai', zh: '上海' } },
  { value: 'shanxi', words: { en: 'Shanxi', zh: '山西' } },
  { value: 'sichuan', words: { en: 'Sichuan', zh: '四川' } },
  { value: 'taiwan', words: { en: 'Taiwan', zh: '台湾' } },
  { value: 'tianjin', words: { en: 'Tianjin', zh: '天津' } },
  { value: 'xianggang', words: { en: 'Hong Kong', zh: '香港' } },
  { value: 'xinjiang', words: { en: 'Xinjiang', zh: '新疆' } },
  { value: 'xizang', words: { en: 'Tibet', zh: '西藏' } },
  { value: 'yunnan', words: { en: 'Yunnan', zh: '云南' } },
  { value: 'zhejiang', words: { en: 'Zhejiang', zh: '浙江' } },
] as const satisfies readonly { readonly value: string; readonly words: Words }[]

/** The inset of the country's map. */
export const southIslands = '南海诸岛'

/** The country's regions by their Chinese names, as the map file has them, to English ones. */
export const englishNames: Readonly<Record<string, string>> = {
  ...Object.fromEntries(provinces.map(({ words }) => [words.zh, words.en])), [southIslands]: 'South China Sea Islands',
}

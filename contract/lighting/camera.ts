import { defineEntity } from '../entity/define.ts'
import { choice, number, ref, secret, text } from '../entity/field.ts'
import { inTube, latitude, longitude } from './shared.ts'

/** A camera, identified by the channel of its recorder or by the serial number in a cloud service. */
export const camera = defineEntity({
  name: 'camera',
  path: 'cameras',
  area: 'lighting',
  scope: 'project',
  title: 'name',
  imports: true,
  words: { one: { en: 'Camera', zh: '摄像头' }, many: { en: 'Cameras', zh: '摄像头' } },
  fields: {
    name: text(
      { en: 'Channel name', zh: '通道名称' },
      { required: true, emptyWords: { en: 'Please enter the channel name', zh: '请输入通道名称' } },
    ),
    channel: number(
      { en: 'Channel number', zh: '通道号' },
      {
        required: true,
        integer: true,
        min: 1,
        max: 1024,
        digits: 0,
        default: 1,
        emptyWords: { en: 'Please enter the channel number', zh: '请输入通道号' },
      },
    ),
    source: choice(
      { en: 'Source', zh: '接入方式' },
      {
        required: true,
        default: 'cloud',
        options: [
          { value: 'cloud', words: { en: 'Cloud camera', zh: '云摄像头' } },
          { value: 'flv', words: { en: 'Live FLV', zh: 'FLV 直播' } },
          { value: 'mp4', words: { en: 'MP4', zh: 'MP4' } },
        ],
      },
    ),
    serial: text(
      { en: 'Device serial number', zh: '设备序列号' },
      {
        required: true,
        format: 'code',
        maxLength: 64,
        when: { field: 'source', is: ['cloud'] },
        emptyWords: { en: 'Please enter the device serial number', zh: '请输入设备序列号' },
      },
    ),
    address: text(
      { en: 'Access address', zh: '接入地址' },
      {
        required: true,
        format: 'url',
        maxLength: 500,
        when: { field: 'source', is: ['flv', 'mp4'] },
        emptyWords: { en: 'Please enter the access address', zh: '请输入接入地址' },
      },
    ),
    // The browser loads the video directly and must not receive a password.
    username: text(
      { en: 'Camera username', zh: '摄像头用户名' },
      {
        maxLength: 64,
        help: {
          en: 'For your records only; not used to open the stream. A camera that requires sign-in needs a gateway or a camera service.',
          zh: '仅作存档，播放画面时不使用；需要登录的摄像头，请通过网关或视频服务接入',
        },
      },
    ),
    password: secret(
      { en: 'Camera password', zh: '摄像头密码' },
      {
        help: {
          en: 'For your records only: stored encrypted, never shown again and not used to open the stream.',
          zh: '加密保存，不再显示；播放画面及其他功能均不使用',
        },
      },
    ),
    tunnel: ref({ en: 'Tunnel', zh: '隧道' }, 'tunnel', {
      onRemove: 'empty',
      variants: ['tunnel'],
      requiredIn: ['tunnel'],
      emptyWords: { en: 'Please choose the tunnel', zh: '请选择隧道' },
    }),
    ...inTube,
    longitude,
    latitude,
  },
  list: {
    columns: ['name', 'channel', 'source', 'serial', 'address', 'tunnel', 'username'],
    search: ['name', 'serial', 'address'],
    filters: ['source', 'tunnel'],
    sort: { by: 'name', order: 'asc' },
  },
  unique: [['name']],
})

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
          { value: 'hls', words: { en: 'Live HLS', zh: 'HLS 直播' } },
          { value: 'webrtc', words: { en: 'Live WebRTC (WHEP)', zh: 'WebRTC 直播（WHEP）' } },
          { value: 'rtsp', words: { en: 'RTSP through the video gateway', zh: 'RTSP（经视频网关）' } },
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
        when: { field: 'source', is: ['flv', 'hls', 'webrtc', 'mp4'] },
        emptyWords: { en: 'Please enter the access address', zh: '请输入接入地址' },
      },
    ),
    rtspAddress: text(
      { en: 'RTSP address', zh: 'RTSP 地址' },
      {
        required: true,
        format: 'rtsp',
        maxLength: 500,
        when: { field: 'source', is: ['rtsp'] },
        emptyWords: { en: 'Please enter the RTSP address', zh: '请输入 RTSP 地址' },
        help: {
          en: 'Without user name and password, e.g. rtsp://192.168.1.64/stream1',
          zh: '不含用户名和密码，例如 rtsp://192.168.1.64/stream1',
        },
      },
    ),
    onvifAddress: text(
      { en: 'ONVIF address', zh: 'ONVIF 地址' },
      {
        format: 'url',
        maxLength: 500,
        help: {
          en: 'Enables pan, tilt, zoom and still pictures, e.g. http://192.168.1.64/onvif/device_service',
          zh: '填写后可云台控制和抓拍，例如 http://192.168.1.64/onvif/device_service',
        },
      },
    ),
    username: text(
      { en: 'Camera username', zh: '摄像头用户名' },
      {
        maxLength: 64,
        help: { en: 'For RTSP and ONVIF. Browsers never receive it.', zh: '用于 RTSP 和 ONVIF，不会发送到浏览器' },
      },
    ),
    password: secret(
      { en: 'Camera password', zh: '摄像头密码' },
      {
        sentTo: ['rtspAddress', 'onvifAddress'],
        help: { en: 'Stored encrypted and never shown again', zh: '加密保存，不再显示' },
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

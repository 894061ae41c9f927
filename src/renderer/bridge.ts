// The only file that touches what the preload put on the window. In a browser, where there is no preload,
// the same requests go over a WebSocket to the process that served the page.
export {}

import WebServer

\getenv password ALLCLEAR_PASSWORD
create role allclear login password :'password';
create database allclear owner allclear;
